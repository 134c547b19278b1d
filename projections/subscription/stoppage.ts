// A subscription that does not go on for the time being: told once, for log, status page and health, until it does.
import type { Troubles } from '#platform/troubles.js';
import type { Handler } from './handler.js';

const aboutOf = ({ name }: Handler) => `following the log for ${name}`;

export function reportStoppage(troubles: Troubles | undefined, handler: Handler, why: string): void {
  const { what, follows } = handler.stoppage;
  troubles?.tell({
    about: aboutOf(handler),
    what: `${what[0]!.toUpperCase()}${what.slice(1)} does not go on: ${why.replace(/\.$/, '')}. ${follows}`,
    shown: `${what} does not go on`,
    grave: true,
  });
}

export function withdrawStoppage(troubles: Troubles | undefined, handler: Handler): void {
  troubles?.withdraw(aboutOf(handler));
}
