import { Query } from '@nestjs/cqrs';
import type { TimelineEntry } from '#projections/read-models/timeline/timeline-projection.js';
import type { ReferenceNames } from '../names/find-names.js';
import type { Viewer } from '../viewer.js';

export interface RoleHolder {
  readonly application: string;
  readonly role: string;
  readonly person: string;
  /** ISO 8601. */
  readonly since: string;
  readonly by: string;
  /** Issuer of the provider whose groups gave it; undefined: by hand, at last. */
  readonly provider?: string;
  /** Of the granting event. */
  readonly position: number;
}

export interface RoleHolders {
  readonly holders: readonly RoleHolder[];
  /** ISO 8601; only without holders: when the first role of the log was granted. */
  readonly firstGrantedAt?: string;
  readonly names: ReferenceNames;
}

/** `before`: ISO 8601; undefined: now. Throws `Refused`. */
export class ListRoleHolders extends Query<RoleHolders> {
  constructor(
    readonly viewer: Viewer,
    readonly before?: string,
  ) {
    super();
  }
}

export const ROLE_EVENTS = [
  'user.role-granted',
  'user.role-revoked',
  'user.roles-renamed',
  'user.erasure-begun',
  'user.erased',
] as const;

type RoleEntry = Pick<TimelineEntry, 'type' | 'data' | 'at' | 'actor' | 'position'>;

/** Renaming keeps the date of granting. */
export function foldRoleHolders(
  holders: readonly RoleHolder[],
  person: string,
  { type, data, at, actor, position }: RoleEntry,
): readonly RoleHolder[] {
  const others = holders.filter((each) => each.person !== person);
  const own = holders.filter((each) => each.person === person);
  if (type === 'user.erasure-begun' || type === 'user.erased') return others;
  const {
    application,
    role,
    provider,
    roles = {},
  } = data as {
    readonly application: string;
    readonly role: string;
    readonly provider?: string;
    readonly roles?: Readonly<Record<string, string>>;
  };
  if (type === 'user.roles-renamed') {
    const renamed = own.map((each) =>
      each.application === application ? { ...each, role: roles[each.role] ?? each.role } : each,
    );
    return [...others, ...renamed];
  }
  const isThis = (each: RoleHolder) => each.application === application && each.role === role;
  if (type === 'user.role-revoked') return [...others, ...own.filter((each) => !isThis(each))];
  const before = own.find(isThis);
  if (before && (before.provider === undefined || provider !== undefined)) return holders;
  // Given by hand to a holder by groups: it stays when the groups no longer give it.
  if (before) return [...others, ...own.filter((each) => !isThis(each)), { ...toByHand(before), by: actor }];
  const from = provider === undefined ? {} : { provider };
  return [...holders, { application, role, person, since: at, by: actor, ...from, position }];
}

const toByHand = ({ provider: _, ...holder }: RoleHolder): RoleHolder => holder;
