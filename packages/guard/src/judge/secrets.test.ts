import { expect, test } from 'vitest'
import { isSecret, mayFindSecret } from './secrets.js'

const SECRETS = `.env .env.local a/.netrc /home/dev/.npmrc id_rsa ~/keys/id_ed25519_work ssh_host_rsa_key a.pem b/server.key
x.p12 login.keychain-db terraform.tfstate credentials credentials.tfrc.json secrets.yaml secret.env .zsh_history /etc/shadow
/home/dev/.ssh/config ~/.aws .kube/config .config/gh/hosts.yml ~/.config/rclone gcloud/x /run/secrets/db /var/run/secrets
/proc/self/environ /proc/1/mem ~/.m2/settings.xml a/.gradle/gradle.properties ~/.mozilla/firefox/x wp-config.php
ca-key.pem privkey.pem token.txt Passwords.txt secret.ini prod.env .envrc auth.json my-service-account.json app.jks prod.tfvars
kubeconfig /tmp/krb5cc_1000 ~/.config/containers/auth.json id_rsa.old a/id_ed25519.txt .env~ server.key.bak /etc/shadow-
serviceAccountKey.json client_secret_1.json .vault_pass config/secrets/prod.yaml .secrets/db.txt ~/.local/share/fish/fish_history`

const OTHERS = `.env.example env a.env environment src/keys.ts key pem id_rsa.pub .ssh/known_hosts a.key.pub notes.md
credentials.md secrets.ts .config/x .config ssh/config aws /run/x secrets /proc/cpuinfo /proc/self/status settings.xml
history .history a_history shadow.ts .git/config a/.env.sample x.tfstate.dist
fullchain.pem tls/ca-cert.pem tokens.json a.txt~ notes.md.bak id_rsa.pub.old src/secrets/index.ts secrets/README.md password.ts token.test.js secrets.md service-account.ts auth.ts`

test.each(SECRETS.split(/\s+/))('%s may hold a secret', (path) => expect(isSecret(path)).toBe(true))

test.each(OTHERS.split(/\s+/))('%s holds none', (path) => expect(isSecret(path)).toBe(false))

/** In the home folder, so that `~` is written out. */
const FINDERS = '.ssh/* .ss?/id_rsa .ssh/id_[a-z]sa .ssh/id_[[:alpha:]]sa .[s]sh/config .n* .ssh/*[!x] work/.*'
const BLIND = '* *rc [.]netrc .ssh/x* .ssh/id_?? src/*.ts'

const finds = (pattern: string) => mayFindSecret(`/home/dev/${pattern}`, '/home/dev')

test.each(FINDERS.split(' '))('%s may find a secret', (pattern) => expect(finds(pattern)).toBe(true))

test.each(BLIND.split(' '))('%s finds none', (pattern) => expect(finds(pattern)).toBe(false))
