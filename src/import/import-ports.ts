// What an import writes with, or, where it is a rehearsal, only asks.
import { RegisterUser } from '#domain/user/user-commands.js';
import { decideUser } from '#domain/user/decide-user.js';
import { NOT_REGISTERED } from '#domain/user/user-state.js';
import { Refused } from '#domain/refusal.js';
import type { Lookups } from '../ports/lookups.js';
import type { Command, CommandContext } from '#domain/command.js';
import { CheckImport, ImportRecord } from '#domain/record/record-commands.js';
import type { ImportPorts } from './ports.js';
import type { LogIds } from './log-ids.js';
import type { ImportTarget } from './import-target.js';

/** What an import sends commands to, and asks what is there. */
export interface ImportInstallation {
  readonly installation: { readonly lookups: Lookups };
  send<Answer>(command: Command<unknown, Answer>): Promise<Answer>;
  settled(position: number): Promise<void>;
}

interface ImportMode extends Pick<CommandContext, 'commandLine'> {
  readonly dryRun: boolean;
}

export function importPorts(
  work: ImportInstallation,
  target: ImportTarget,
  { dryRun, commandLine }: ImportMode,
): ImportPorts {
  const { lookups } = work.installation;
  const { published, entity, ids } = target;
  return {
    ...(dryRun ? rehearsing(work, ids) : writing(work, ids, commandLine)),
    judge: async ({ data }, people, unread) => work.send(new CheckImport(data, idsOf(people, ids), unread)),
    known: async (records) => lookups.existingRecords(published.specification.key, entity.key, records),
  };
}

type TakeOverPorts = Omit<ImportPorts, 'known' | 'judge'>;

const idsOf = (people: ReadonlySet<string>, ids: LogIds) => [...people].map((name) => ids.person(name));

/** A log may know thousands of people, and every registration looks something up. */
const AT_ONCE = 32;

/** `commandLine`: who imports. Who acted then stays as the log says. */
function writing(
  { send, settled, installation }: ImportInstallation,
  ids: LogIds,
  commandLine: CommandContext['commandLine'],
): TakeOverPorts {
  const by = (context: CommandContext) => ({ ...context, ...(commandLine && { commandLine }) });
  return {
    takeOver: async ({ data }) => send(new ImportRecord({ ...data, context: by(data.context) })),
    async registerPeople(names) {
      const known = await installation.lookups.existingPeople([...names].map((name) => ids.person(name)));
      const missing = [...names].filter((name) => !known.has(ids.person(name)));
      const register = async (name: string) => ({
        name,
        outcome: await orWhyNot(async () => {
          const { data } = registration(ids, name);
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
      await settled(positions.reduce((one, other) => Math.max(one, other), 0));
      return whyNot(outcomes);
    },
  };
}

function rehearsing({ send }: ImportInstallation, ids: LogIds): TakeOverPorts {
  const claimed = new Map<string, string>();
  return {
    async takeOver({ data }, people) {
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
        const decide = async () => decideUser(NOT_REGISTERED, registration(ids, name), { operator });
        return { name, outcome: await orWhyNot(decide) };
      });
      return whyNot(await Promise.all(outcomes));
    },
  };
}

const registration = (ids: LogIds, name: string) => {
  const id = ids.person(name);
  return new RegisterUser({
    id,
    name,
    fromLog: true,
    context: { actor: 'system', commandId: ids.uuid(['register', id]) },
  });
};

/** Somebody who was erased here stays so: what they did is imported, and no name comes back. */
async function orWhyNot<T>(work: () => Promise<T>): Promise<T | string> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.reasons.every(({ code }) => code === 'ERASED')) return '';
    return error.reasons.map(({ message }) => message).join(' ');
  }
}

function whyNot(
  outcomes: readonly { readonly name: string; readonly outcome: unknown }[],
): ReadonlyMap<string, string> {
  const told = outcomes.map(({ name, outcome }) => [name, outcome] as const);
  return new Map(
    told.filter((one): one is readonly [string, string] => typeof one[1] === 'string' && one[1] !== ''),
  );
}
