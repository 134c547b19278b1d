import { RegisterUser } from '#domain/user/user-commands.js';
import { decideUser } from '#domain/user/decide-user.js';
import { NOT_REGISTERED } from '#domain/user/user-state.js';
import { Refused } from '#domain/refusal.js';
import type { Lookups } from '../ports/lookups.js';
import type { Command, CommandContext } from '#domain/command.js';
import { CheckImport, ImportRecord } from '#domain/record/record-commands.js';
import type { ImportPorts } from './import-ports.js';
import type { LogIdDeriver } from './log-id-deriver.js';
import type { ImportContext } from './import-context.js';

export interface ImportInstallation {
  readonly installation: { readonly lookups: Lookups };
  send<Answer>(command: Command<unknown, Answer>): Promise<Answer>;
  waitForProjections(position: number): Promise<void>;
}

interface ImportMode extends Pick<CommandContext, 'commandLine'> {
  readonly dryRun: boolean;
}

export function createImportPorts(
  work: ImportInstallation,
  target: ImportContext,
  { dryRun, commandLine }: ImportMode,
): ImportPorts {
  const { lookups } = work.installation;
  const { published, entity, ids } = target;
  return {
    ...(dryRun ? createDryRunPorts(work, ids) : createWritingPorts(work, ids, commandLine)),
    validateCase: async ({ data }, people, unread) =>
      work.send(new CheckImport(data, idsOf(people, ids), unread)),
    findExistingRecords: async (records) =>
      lookups.findExistingRecords(published.specification.key, entity.key, records),
  };
}

type WritingPorts = Omit<ImportPorts, 'findExistingRecords' | 'validateCase'>;

const idsOf = (people: ReadonlySet<string>, ids: LogIdDeriver) =>
  [...people].map((name) => ids.derivePersonId(name));

/** A log may name thousands of people. */
const AT_ONCE = 32;

/** `commandLine`: the importing account; actors stay those of the log. */
function createWritingPorts(
  { send, waitForProjections, installation }: ImportInstallation,
  ids: LogIdDeriver,
  commandLine: CommandContext['commandLine'],
): WritingPorts {
  const by = (context: CommandContext) => ({ ...context, ...(commandLine && { commandLine }) });
  return {
    importCase: async ({ data }) => send(new ImportRecord({ ...data, context: by(data.context) })),
    async registerPeople(names) {
      const known = await installation.lookups.findExistingPeople(
        [...names].map((name) => ids.derivePersonId(name)),
      );
      const missing = [...names].filter((name) => !known.has(ids.derivePersonId(name)));
      const register = async (name: string) => ({
        name,
        outcome: await orWhyNot(async () => {
          const { data } = createRegisterUser(ids, name);
          return send(new RegisterUser({ ...data, context: by(data.context) }));
        }),
      });
      const outcomes: Awaited<ReturnType<typeof register>>[] = [];
      for (let at = 0; at < missing.length; at += AT_ONCE)
        for (const each of await Promise.all(missing.slice(at, at + AT_ONCE).map(register)))
          outcomes.push(each);
      const positions = outcomes.flatMap(({ outcome }) =>
        typeof outcome === 'string' ? [] : outcome.position,
      );
      await waitForProjections(positions.reduce((one, other) => Math.max(one, other), 0));
      return listRefusals(outcomes);
    },
  };
}

function createDryRunPorts({ send }: ImportInstallation, ids: LogIdDeriver): WritingPorts {
  const claimed = new Map<string, string>();
  return {
    async importCase({ data }, people) {
      const { claims, ...checked } = await send(new CheckImport(data, idsOf(people, ids)));
      for (const { stream, elsewhere } of claims) {
        const other = claimed.get(stream);
        if (other !== undefined && other !== data.id) throw elsewhere;
        claimed.set(stream, data.id);
      }
      return checked;
    },
    async registerPeople(names) {
      const operator = { id: 'system', admin: true };
      const outcomes = [...names].map(async (name) => {
        const decide = async () => decideUser(NOT_REGISTERED, createRegisterUser(ids, name), { operator });
        return { name, outcome: await orWhyNot(decide) };
      });
      return listRefusals(await Promise.all(outcomes));
    },
  };
}

const createRegisterUser = (ids: LogIdDeriver, name: string) => {
  const id = ids.derivePersonId(name);
  return new RegisterUser({
    id,
    name,
    fromLog: true,
    context: { actor: 'system', commandId: ids.deriveUuid(['register', id]) },
  });
};

/** Actions of erased people are imported without a name. */
async function orWhyNot<T>(work: () => Promise<T>): Promise<T | string> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.reasons.every(({ code }) => code === 'ERASED')) return '';
    return error.reasons.map(({ message }) => message).join(' ');
  }
}

function listRefusals(
  outcomes: readonly { readonly name: string; readonly outcome: unknown }[],
): ReadonlyMap<string, string> {
  const outcomeByName = outcomes.map(({ name, outcome }) => [name, outcome] as const);
  return new Map(
    outcomeByName.filter(
      (one): one is readonly [string, string] => typeof one[1] === 'string' && one[1] !== '',
    ),
  );
}
