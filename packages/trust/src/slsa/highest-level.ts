/** SLSA 1.0 has no level 4. */
export const HIGHEST_LEVEL = 3
