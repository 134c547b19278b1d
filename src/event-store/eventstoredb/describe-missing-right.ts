export interface ServerAccount {
  readonly displayUrl: string;
  readonly user: string | undefined;
  /** A client certificate may identify the account. */
  readonly isMutual: boolean;
}

export const isAnonymousServerUser = ({ user, isMutual }: ServerAccount): boolean =>
  user === undefined && !isMutual;

/** `stream`: undefined for streams without access control of their own. */
export type ServerRight =
  | 'read $all'
  | { readonly to: 'read' | 'read what is said about' | 'write to'; readonly stream?: string | undefined };

export const READ_ALL_RIGHT = 'read $all';

const ABBREVIATED = { read: '$r', 'read what is said about': '$mr', 'write to': '$w' } as const;

export function describeMissingRight({ displayUrl, user }: ServerAccount, right: ServerRight): string {
  const [who, whom] = user === undefined ? ['whom DAYBOOK_EVENTS names', 'that name'] : [user, user];
  const lacks = (what: string) =>
    `EventStoreDB at ${displayUrl} does not let ${who} ${what}. Give ${whom} that right`;
  const write = `an admin writes ${whom} into`;
  if (right === READ_ALL_RIGHT)
    return `${lacks('read $all')} (by default only its $admins have it): ${write} $r of the $acl in the metadata of the stream $all.`;
  const { to, stream } = right;
  const letter = ABBREVIATED[to];
  const forAll = `${letter} of $userStreamAcl in the stream $settings`;
  return stream === undefined
    ? `${lacks(`${to} ordinary streams`)}: ${write} ${forAll}.`
    : `${lacks(`${to} the stream ${stream}`)}: ${write} ${letter} of the $acl in that stream's metadata, where it has one; else into ${forAll}.`;
}

export const describeUnknownServerUser = ({ displayUrl, user }: ServerAccount): string =>
  user === undefined
    ? `EventStoreDB at ${displayUrl} wants a name and a password. Write them into DAYBOOK_EVENTS as esdb://name:password@host:2113.`
    : `EventStoreDB at ${displayUrl} does not accept the name and password in DAYBOOK_EVENTS: it has no user ${user} with that password, or that ` +
      'user is disabled. Write them as esdb://name:password@host:2113.';

export const describeRightPublicly = (right: ServerRight | undefined): string =>
  right === undefined || right === READ_ALL_RIGHT ? 'read the log' : `${right.to} a stream`;
