// Where the examples belong: in a log that is empty or that they began, where no real person is registered, on this machine alone.
import { isLoopback } from '../configuration/loopback.js';
import { deriveUuid } from '#command-handling/pipeline/command-digests.js';
import type { SpecificationPublished } from '#domain/specification/specification-events.js';
import type { EventStore } from '#event-store/event-store.js';
import type { Configuration } from '../configuration/configuration.js';

/** The command by which the examples publish a specification; its id follows from the text. */
export const publishCommandId = (text: string): string =>
  deriveUuid(JSON.stringify(['demo', 'publish', text]));

export type LogOrigin = 'empty' | 'examples' | 'other';

/** What the first event of the log was written by. */
export async function findLogOrigin(store: Pick<EventStore, 'head' | 'all'>): Promise<LogOrigin> {
  if ((await store.head()) === 0) return 'empty';
  const reading = new AbortController();
  for await (const [first] of store.all(0, reading.signal)) {
    reading.abort();
    if (first?.type !== 'specification.published') return 'other';
    const { text } = first.data as SpecificationPublished['data'];
    return first.metadata.commandId === publishCommandId(text) ? 'examples' : 'other';
  }
  return 'empty';
}

export type ExampleSettings = Pick<Configuration, 'demo' | 'demoRequested' | 'host' | 'site'>;

interface RegisteredPeople {
  /** People registered to work here, now or once: nobody of the examples or of an imported log. */
  countEver(): Promise<number>;
}

/** Injection token of `ExampleAccess`. */
export const EXAMPLE_ACCESS = Symbol('EXAMPLE_ACCESS');

export interface ExampleAccess {
  /** Whether the people of the examples may sign in without a password. */
  offersPeople(people: RegisteredPeople): Promise<boolean>;
  /** Why the examples are not loaded, as a sentence; undefined: they may be. */
  whyNotLoaded(people: RegisteredPeople): Promise<string | undefined>;
  /** Whether they may be loaded, and nothing of them is there. */
  willBegin(people: RegisteredPeople): Promise<boolean>;
}

export function exampleAccess(
  store: Pick<EventStore, 'head' | 'all'>,
  { demo, demoRequested, host, site }: ExampleSettings,
): ExampleAccess {
  let known: LogOrigin = 'empty';
  const origin = async () => (known = known === 'empty' ? await findLogOrigin(store) : known);
  const isLocal = isLoopback(host) && (site === undefined || isLoopback(new URL(site).hostname));
  const whyNotLoaded: ExampleAccess['whyNotLoaded'] = async (people) => {
    if ((await origin()) === 'other')
      return 'The examples are left out: this log was not begun by them, and they are never added to one that is in use.';
    if ((await people.countEver()) > 0)
      return demoRequested
        ? 'Nothing is added to the examples: a real person is registered here.'
        : `The examples are left out: a real person is registered here. ${ANYWAY}`;
    if (isLocal || demoRequested) return undefined;
    const address = isLoopback(host) ? site : host;
    return `The examples are left out: other machines can reach ${address}, and the people of the examples have no password. ${ANYWAY}`;
  };
  return {
    whyNotLoaded,
    willBegin: async (people) => (await origin()) === 'empty' && (await whyNotLoaded(people)) === undefined,
    async offersPeople(people) {
      if (!demo || (await origin()) === 'other') return false;
      return demoRequested || (isLocal && (await people.countEver()) === 0);
    },
  };
}

const ANYWAY = 'Where their people are to sign in without a password all the same, set DAYBOOK_DEMO=1.';
