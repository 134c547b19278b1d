// A read model that cannot be built on for the time being: told once, for log, status page and health, until it goes on.
import type { Troubles } from '../src/platform/troubles.js';

const aboutOf = (projection: string) => `building ${projection}`;

export function tellStoppage(troubles: Troubles | undefined, projection: string, why: string): void {
  troubles?.tell({
    about: aboutOf(projection),
    what: `The read model ${projection} does not go on: ${why.replace(/\.$/, '')}. Pages show what it had before; what is saved meanwhile is in the log, and is tried again.`,
    shown: `the read model ${projection} does not go on`,
    grave: true,
  });
}

export function withdrawStoppage(troubles: Troubles | undefined, projection: string): void {
  troubles?.withdraw(aboutOf(projection));
}
