// What is known to be wrong with this installation while it works: told once by whoever finds it, and asked by whoever
// shows it (status page, health, log) or must not go on (writing to a damaged log).

export interface Trouble {
  /** 'log', 'keys', 'read model people', 'clock'. */
  readonly about: string;
  /** What is wrong, where, and the way out: for admins, with names of files. */
  readonly what: string;
  /** The same for everybody: 'the log is damaged at event 12'. */
  readonly shown: string;
  /** false: it has to be seen to, and meanwhile everything goes on. */
  readonly grave: boolean;
}

export class Troubles {
  private readonly known = new Map<string, Trouble>();
  /** Also what has passed: a start may have healed it before anybody listened, and it is told all the same. */
  private readonly told = new Map<string, Trouble>();
  private readonly listeners = new Set<(trouble: Trouble) => void>();

  /** About the same thing, the first stays. */
  tell(trouble: Trouble): void {
    if (this.known.has(trouble.about)) return;
    this.known.set(trouble.about, trouble);
    this.told.set(trouble.about, trouble);
    for (const listener of this.listeners) listener(trouble);
  }

  withdraw(about: string): void {
    this.known.delete(about);
  }

  of(about: string): Trouble | undefined {
    return this.known.get(about);
  }

  all(): readonly Trouble[] {
    return [...this.known.values()];
  }

  /** Called for what has been told before, too. Returns what ends it. */
  onTold(listener: (trouble: Trouble) => void): () => void {
    this.listeners.add(listener);
    for (const trouble of this.told.values()) listener(trouble);
    return () => {
      this.listeners.delete(listener);
    };
  }
}

export const LOG_TROUBLE = 'log';

/** Token for injection. */
export const TROUBLES = Symbol('Troubles');
