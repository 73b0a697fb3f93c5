/** Policies to begin with. Each rule says why it is there. */
export const USER_STARTER = {
  version: '1',
  rules: [
    {
      decision: 'allow',
      command: ['git', 'fetch'],
      because: 'Fetching leaves your files and branches as they are',
    },
    {
      decision: 'allow',
      command: ['git', 'add'],
      because: 'Adding to the index loses nothing',
    },
    {
      decision: 'deny',
      paths: ['~/.ssh/**', '~/.gnupg/**', '~/.aws/**', '*.pem'],
      because: 'Keys and credentials are not for agents',
    },
    {
      decision: 'deny',
      effects: { cost: { billable: true } },
      because: 'What costs money is for people to decide',
    },
  ],
  repositories: { trusted: ['~/**'], others: 'ask' },
} as const

/** A project can only tighten, so there is nothing to allow here. */
export const PROJECT_STARTER = {
  version: '1',
  rules: [
    {
      decision: 'ask',
      command: ['git', 'push'],
      because: 'Somebody should look before anything is published',
    },
    {
      decision: 'deny',
      paths: ['.env', '.env.*'],
      because: 'Secrets of this project are not for agents',
    },
  ],
} as const
