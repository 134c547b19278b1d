// Who may do what in the small EventStoreDB, as access control lists of the real one say it: as tried on 23.10.7.

export type Deed = 'read' | 'write' | 'read metadata';

export interface Access {
  /** From now on nobody may do this to the stream (`$all`: the log), or to any stream of applications. */
  forbid(deed: Deed, stream?: string): void;
  /** Everything, to everybody. */
  allow(): void;
  may(deed: Deed, stream: string): boolean;
}

export function createAccess(): Access {
  const forbidden: { readonly deed: Deed; readonly stream: string | undefined }[] = [];
  return {
    forbid: (deed, stream) => void forbidden.push({ deed, stream }),
    allow: () => void forbidden.splice(0),
    may: (deed, stream) =>
      !forbidden.some((each) => each.deed === deed && (each.stream ?? anyOf(stream)) === stream),
  };
}

/** What holds for streams of applications does not hold for the log. */
const anyOf = (stream: string) => (stream === '$all' ? undefined : stream);
