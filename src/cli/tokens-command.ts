// API tokens of people, for programs that are set up without a browser.
import { Command, InvalidArgumentError } from 'commander';
import { createTokensReadModel } from '#projections/read-models/tokens/tokens-projection.js';
import type { TokenDocument } from '#projections/read-models/tokens/token-document.js';
import { IssueToken, RevokeToken } from '../domain/user/user-commands.js';
import { createTokenText, readTokenId, toTokenSecret } from '../identity/token-secrets.js';
import {
  addWritingSubcommand,
  runAndPrintResult,
  type AdministrationOptions,
} from './administration-command.js';
import { CliUsageError } from './cli-usage-error.js';
import { resolvePersonId } from './resolve-person-id.js';
import type { RunningInstallation } from './with-installation.js';

const DAY_MS = 24 * 3_600_000;
const PERSON = ['<person>', 'sign-in name or id of the person that the program acts for'] as const;

interface CreateOptions extends AdministrationOptions {
  readonly name: string;
  readonly write?: true;
  readonly application?: string;
  readonly administration?: true;
  readonly days: number;
}

export function tokensCommand(): Command {
  const command = new Command('tokens');
  command
    .command('list')
    .description('list the API tokens of a person, also those that ended, the latest first')
    .argument(...PERSON)
    .option('--json', 'as JSON')
    .option('--data <folder>', 'folder of everything kept (DAYBOOK_DATA, ./data)')
    .action(async (person: string, options: AdministrationOptions & { json?: true }) =>
      runAndPrintResult(options, async (work) => {
        const tokens = await listTokens(work, person);
        return options.json ? `${JSON.stringify(tokens, null, 2)}\n` : describeTokens(tokens, person);
      }),
    );
  addWritingSubcommand(command, 'create', 'make an API token, and print it, this once')
    .argument(...PERSON)
    .requiredOption('--name <program>', 'name of the program, which the history shows')
    .option('--write', 'the program also writes; else it reads only')
    .option('--application <key>', 'the only application it opens; else all that the person may open')
    .option('--administration', 'with the rights that the person has as an admin or auditor')
    .option('--days <number>', 'when it expires, 366 at most', parseDays, 90)
    .action(async (person: string, options: CreateOptions) =>
      runAndPrintResult(options, (work) => createToken(work, person, options)),
    );
  addWritingSubcommand(command, 'revoke', 'end an API token at once')
    .argument('<token>', 'its id, as the list says it')
    .action(async (token: string, options: AdministrationOptions) =>
      runAndPrintResult(options, (work) => revokeToken(work, token)),
    );
  return command;
}

/** The token alone is on standard output, so that a script takes it from there. */
async function createToken(
  work: RunningInstallation,
  person: string,
  { name, write, application, administration, days }: CreateOptions,
): Promise<string> {
  const { installation } = work;
  const id = await resolvePersonId(person, installation);
  const { id: token, secret, digest } = toTokenSecret(createTokenText());
  const until = new Date(Date.parse(installation.clock()) + days * DAY_MS).toISOString();
  const access = write ? 'write' : 'read';
  const limits = {
    access,
    application: application ?? null,
    administration: administration === true,
    until,
  } as const;
  const context = await work.context();
  await work.send(new IssueToken({ id, token, name, digest, ...limits, context }));
  process.stderr.write(
    `“${name}” acts for ${person} with this token until ${until}. It is shown this once. That it was made is in the timeline.\n`,
  );
  return `${secret}\n`;
}

async function revokeToken(work: RunningInstallation, given: string): Promise<string> {
  const token = readTokenId(given) ?? given;
  const found = await createTokensReadModel(work.installation.projections).get(token);
  if (!found) {
    // What was given may be a secret.
    throw new CliUsageError('there is no such API token. Give the id that daybook tokens list says.');
  }
  const { already } = await work.send(
    new RevokeToken({ id: found.person, token, context: await work.context() }),
  );
  const isOver = already || found.revoked !== null;
  return isOver
    ? `The token ${token} was revoked before.\n`
    : `The token ${token} is revoked. The program gets no further answer.\n`;
}

interface PrintedToken extends Omit<TokenDocument, 'position' | 'digest' | 'name'> {
  /** null: erased. */
  readonly name: string | null;
  readonly works: boolean;
}

async function listTokens(
  { installation }: RunningInstallation,
  person: string,
): Promise<readonly PrintedToken[]> {
  const { projections, personal, clock } = installation;
  const id = await resolvePersonId(person, installation);
  const documents = await createTokensReadModel(projections).findByPerson(id);
  const opened = await personal.openForDisplay(documents);
  const now = Date.parse(clock());
  return opened.map(({ position: _, digest: _digest, name, ...token }) => ({
    ...token,
    name: typeof name === 'string' ? name : null,
    works: token.revoked === null && Date.parse(token.until) > now,
  }));
}

function describeTokens(tokens: readonly PrintedToken[], person: string): string {
  if (tokens.length === 0) return `${person} has no API token.\n`;
  return tokens
    .map(({ id, name, access, application, administration, until, lastUsedAt, revoked, works }) => {
      const scope = [
        access === 'write' ? 'reads and writes' : 'reads',
        application ?? 'all applications',
        ...(administration ? ['with rights of admins and auditors'] : []),
      ].join(', ');
      const use = lastUsedAt === null ? 'never used' : `last used ${lastUsedAt.slice(0, 10)}`;
      const end = works ? 'expires' : 'expired';
      const state = revoked ? `revoked ${revoked.at}` : `${end} ${until}`;
      return `${id}  ${name ?? '(erased)'}: ${scope}; ${use}; ${state}\n`;
    })
    .join('');
}

function parseDays(text: string): number {
  const days = Number(text);
  if (!/^\d{1,3}$/.test(text) || days < 1 || days > 366)
    throw new InvalidArgumentError('Write a whole number from 1 to 366.');
  return days;
}
