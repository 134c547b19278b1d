// docker-compose.yml, merged and with variables substituted, as Compose does.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export const ROOT = new URL('../../', import.meta.url);

export const read = (file: string): string => readFileSync(new URL(file, ROOT), 'utf8');

export interface Service {
  readonly image: string;
  readonly profiles: readonly string[];
  readonly user: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly networks: readonly string[];
  readonly ports?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test: readonly string[]; readonly interval: string };
  readonly restart?: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly mem_limit?: string;
  readonly cpus?: number;
  readonly pids_limit?: number;
  readonly logging?: { readonly options: Readonly<Record<string, string>> };
}

export interface ComposeFile {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

/** For an environment. */
export function composeFile(
  environment: Readonly<Record<string, string>>,
  file = 'docker-compose.yml',
): ComposeFile {
  const text = read(file).replace(
    /\$\{([A-Z_]+)(?::(-)([^}]*))?\}/g,
    (_, name: string, operator: string | undefined, rest: string) => {
      const value = environment[name];
      if (value) return value;
      return operator === '-' ? rest : '';
    },
  );
  return parse(text, { merge: true }) as ComposeFile;
}

export const SECRETS = {
  DAYBOOK_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  DAYBOOK_SESSION_SECRET: 'a secret that is long enough for a session',
};

export function servicesOf(profile: string): readonly (readonly [string, Service])[] {
  const { services } = composeFile(SECRETS);
  return Object.entries(services).filter(([, { profiles }]) => profiles.includes(profile));
}
