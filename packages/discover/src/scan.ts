/** Finding the programs of this machine. */
export { scanMachine, type MachineScan, type MachineScanOptions } from './machine/scan-machine.js'
export { examineMachine } from './machine/examine-machine.js'
export { hashOf } from './scan/hash-file.js'
