// Wraps every person's key, and is stored apart from them: neither is useful alone.
import { hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createFileOnce } from '#platform/create-file-once.js';
import { PersonalDataUnreadable } from './personal-data-unreadable.js';

export const MASTER_KEY_VARIABLE = 'DAYBOOK_MASTER_KEY';
const BYTES = 32;

export interface InstallationKeys {
  readonly wrap: Buffer;
  readonly digest: Buffer;
  readonly origin: string;
}

/** 32 bytes in base64, `given` or from the file, which `mayCreate` creates with mode 0600. */
export function loadInstallationKeys(file: string, mayCreate: boolean, given?: string): InstallationKeys {
  const origin = given ? `the variable ${MASTER_KEY_VARIABLE}` : `the file ${file}`;
  if (!given && !existsSync(file)) {
    if (!mayCreate)
      throw new PersonalDataUnreadable(
        `The master key ${file} is missing. Restore it from a backup, or give it as ${MASTER_KEY_VARIABLE}: without it no personal data can be read.`,
      );
    createFileOnce(file, `${randomBytes(BYTES).toString('base64')}\n`);
  }
  return deriveKeys(given ?? readFileSync(file, 'utf8'), origin);
}

/** Several machines must share the key, so none creates one. */
export function readInstallationKeys(given: string | undefined): InstallationKeys {
  if (given) return deriveKeys(given, `the variable ${MASTER_KEY_VARIABLE}`);
  throw new PersonalDataUnreadable(
    `${MASTER_KEY_VARIABLE} is not set. Machines that share the keys of persons need the same one: make it once with \`openssl rand -base64 32\`.`,
  );
}

function deriveKeys(text: string, origin: string): InstallationKeys {
  const master = decodeMasterKey(text);
  if (!master)
    throw new PersonalDataUnreadable(
      `The master key in ${origin} is not 32 bytes in base64. Restore it; \`openssl rand -base64 32\` makes a new one for a new installation.`,
    );
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', master, '', `daybook ${use}`, BYTES));
  return { wrap: derive('wrap'), digest: derive('digest'), origin };
}

function decodeMasterKey(text: string): Buffer | undefined {
  const trimmed = text.trim();
  const bytes = Buffer.from(trimmed, 'base64');
  return bytes.length === BYTES && /^[A-Za-z0-9+/_-]+={0,2}$/.test(trimmed) ? bytes : undefined;
}
