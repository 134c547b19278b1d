// Storage format: change only with an upcast.
import type { Value } from '#specification/model/stored-value.js';
import {
  type Event,
  getEffectiveTime,
  type Metadata,
  type DescribedMember,
  type EventTypeMap,
} from '#domain/event.js';

/** null: any role that may take the action. */
export interface NeededApprovals {
  readonly role: string | null;
  readonly count: number;
}

export interface Signature {
  readonly meaning: string;
  /** SHA-256 in hex of canonical JSON (RFC 8785): what was shown, signer, time and meaning. */
  readonly hash: string;
  readonly version: number;
  readonly at: string;
  /** `provider`: confirmed there, without a password here. `demo`: example accounts have no password. */
  readonly by: 'password' | 'provider' | 'demo';
}

export interface ActionSignature extends Signature {
  readonly action: string;
  readonly signedBy: string;
  readonly for?: string;
}

export const listRoundSignatures = (action: string, { votes }: ApprovalRound): readonly ActionSignature[] =>
  votes.flatMap(({ signature, by, for: principal }) =>
    signature
      ? [{ ...signature, action, signedBy: by, ...(principal !== undefined && { for: principal }) }]
      : [],
  );

interface VoteData {
  readonly action: string;
  readonly needs: readonly NeededApprovals[];
  /** Empty: any that may take the action. */
  readonly roles: readonly string[];
  readonly unseen?: readonly string[];
}

export type FieldChanges = Readonly<Record<string, { readonly from: Value; readonly to: Value }>>;

export type ApprovalGiven = Event<
  'record.approval-given',
  VoteData & {
    readonly proposed: FieldChanges;
    /** Early versions changed the record with the first approval. */
    readonly changes?: FieldChanges;
    readonly title?: string;
    readonly signature?: Signature;
  }
>;
export type ApprovalRefused = Event<
  'record.approval-refused',
  VoteData & {
    readonly ends: boolean;
  }
>;
export type ApprovalTakenBack = Event<'record.approval-taken-back', { readonly action: string }>;
export type ApprovalsRestarted = Event<
  'record.approvals-begun-again',
  { readonly action: string; readonly because: 'changed' | 'kept out' | 'signature' }
>;

export type ApprovalEvent = ApprovalGiven | ApprovalRefused | ApprovalTakenBack | ApprovalsRestarted;

export interface Vote {
  readonly by: string;
  readonly for?: string;
  readonly at: string;
  readonly says: 'yes' | 'no';
  readonly roles: readonly string[];
  readonly unseen: readonly string[];
  readonly reason?: string;
  readonly signature?: Signature;
  readonly proposed?: FieldChanges;
}

export interface ApprovalRound {
  readonly needs: readonly NeededApprovals[];
  readonly votes: readonly Vote[];
}

export type ApprovalRounds = Readonly<Record<string, ApprovalRound>>;

export const isVoteBy = ({ by, for: principal }: Vote, person: string): boolean =>
  by === person || principal === person;

export type FoldableApprovalEvent = ApprovalEvent & {
  readonly metadata: Pick<Metadata, 'actor' | 'recordedAt' | 'effectiveAt' | 'onBehalfOf' | 'reason'>;
};

export const isApprovalEvent = <E extends { readonly type: string }>(
  event: E,
): event is Extract<E, { readonly type: ApprovalEvent['type'] }> =>
  Object.hasOwn(approvalEventTypes, event.type);

export function evolveRounds(rounds: ApprovalRounds, event: FoldableApprovalEvent): ApprovalRounds {
  const { action } = event.data;
  const votes = Object.hasOwn(rounds, action) ? rounds[action]!.votes : [];
  switch (event.type) {
    case 'record.approval-given':
    case 'record.approval-refused':
      return { ...rounds, [action]: { needs: event.data.needs, votes: [...votes, toVote(event)] } };
    case 'record.approval-taken-back': {
      const left = votes.filter((vote) => !isVoteBy(vote, event.metadata.actor));
      return left.length === 0
        ? removeRound(rounds, action)
        : { ...rounds, [action]: { needs: rounds[action]!.needs, votes: left } };
    }
    case 'record.approvals-begun-again':
      return removeRound(rounds, action);
  }
}

/** A change of state ends all rounds. */
export function removeEndedRounds(
  rounds: ApprovalRounds,
  { action, from, to }: { readonly action: string; readonly from: string; readonly to: string },
): ApprovalRounds {
  return from === to ? removeRound(rounds, action) : {};
}

function removeRound(rounds: ApprovalRounds, action: string): ApprovalRounds {
  const { [action]: _, ...others } = rounds;
  return others;
}

function toVote(
  event: Extract<FoldableApprovalEvent, { type: 'record.approval-given' | 'record.approval-refused' }>,
): Vote {
  const { roles, unseen = [] } = event.data;
  const { actor, onBehalfOf, reason } = event.metadata;
  const { signature, proposed = {} } = event.type === 'record.approval-given' ? event.data : {};
  return {
    by: actor,
    ...(onBehalfOf !== undefined && { for: onBehalfOf }),
    at: getEffectiveTime(event),
    says: event.type === 'record.approval-given' ? 'yes' : 'no',
    roles,
    unseen,
    ...(reason !== undefined && { reason }),
    ...(signature && { signature }),
    ...(Object.keys(proposed).length > 0 && { proposed }),
  };
}

export function collectProposedValues({
  votes,
}: Pick<ApprovalRound, 'votes'>): ReadonlyMap<string, ProposedValue> {
  const values = new Map<string, ProposedValue>();
  for (const { proposed = {}, by, for: principal, at } of votes)
    for (const [key, { to }] of Object.entries(proposed))
      values.set(key, { value: to, by, ...(principal !== undefined && { for: principal }), at });
  return values;
}

export const removeProposedValues = (rounds: ApprovalRounds): ApprovalRounds =>
  Object.fromEntries(
    Object.entries(rounds).map(([action, { needs, votes }]) => [
      action,
      { needs, votes: votes.map(({ proposed: _, ...vote }) => vote) },
    ]),
  );

export interface ProposedValue {
  readonly value: Value;
  readonly by: string;
  readonly for?: string;
  readonly at: string;
}

const STREAM = '<key>.<Entity>-<record>';

const ACTION = 'name of the action that several people approve';
const VOTE_MEMBERS = {
  action: ACTION,
  needs: 'how many of which `role` have to approve; null: of those who may take the action',
  roles: 'roles of the round that the person stands for; none: of those who may take the action',
  unseen: {
    means: 'names of fields that the person could not see; left out where there are none',
    visibility: 'nobody',
  },
} as const satisfies Readonly<Record<string, string | DescribedMember>>;

export const SIGNATURE_MEMBER_DESCRIPTION: DescribedMember = {
  means:
    'only where it was signed: the `meaning`, the `version` of the stream that was on the screen, when (`at`), the `hash` of what was signed, and `by` what (`password`; `provider`: people without a password confirm there; `demo`: people of the demo have none)',
  visibility: 'signature',
};

export const approvalEventTypes: EventTypeMap<ApprovalEvent> = {
  'record.approval-given': {
    stream: STREAM,
    when: 'Somebody approved what an action is about to do, where several have to. With the last of them the action is taken.',
    title: 'Approval given',
    kind: 'record',
    verbPhrase: 'gave an approval',
    describe: ({ action }, words) => `approved “${words.action(String(action))}”`,
    connector: ' for ',
    members: {
      ...VOTE_MEMBERS,
      proposed: {
        means:
          'what the action will write once the round is over: field → `from` what `to` what; values of personal fields are sealed',
        visibility: 'proposed changes',
      },
      changes: {
        means:
          'only in events of earlier versions, which changed the record with the first approval: field → `from` what `to` what',
        visibility: 'changes',
      },
      title: {
        means: 'only in events of earlier versions: the new title of the record, where it changed',
        visibility: 'new title',
      },
      signature: SIGNATURE_MEMBER_DESCRIPTION,
    },
    upcasts: [(data: object) => ({ ...data, proposed: {} })],
  },
  'record.approval-refused': {
    stream: STREAM,
    when: 'Somebody refused to approve. The reason is in the metadata.',
    title: 'Approval refused',
    kind: 'record',
    verbPhrase: 'refused an approval',
    describe: ({ action }, words) => `refused “${words.action(String(action))}”`,
    connector: ' for ',
    members: { ...VOTE_MEMBERS, ends: 'true: the round is over with it, until something in it changes' },
    upcasts: [],
  },
  'record.approval-taken-back': {
    stream: STREAM,
    when: 'Somebody took back that they approved, or that they refused to.',
    title: 'Approval taken back',
    kind: 'record',
    verbPhrase: 'took back an approval or refusal',
    describe: ({ action }, words) => `took back their decision on “${words.action(String(action))}”`,
    connector: ' for ',
    members: { action: ACTION },
    upcasts: [],
  },
  'record.approvals-begun-again': {
    stream: STREAM,
    when: 'What some had approved or refused is no longer what it was: they are asked anew. It follows what changed, or comes before the first who approves anew.',
    title: 'Approvals begun again',
    kind: 'record',
    verbPhrase: 'restarted approvals',
    describe: ({ action }, words) => `restarted the approvals of “${words.action(String(action))}”`,
    connector: ' for ',
    members: {
      action: ACTION,
      because:
        '`changed`: a field that was seen; `kept out`: somebody who had spoken may not any more; `signature`: another meaning is signed now',
    },
    upcasts: [],
  },
};
