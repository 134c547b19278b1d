// What a call or a mail sent, and what came back, for auditors and admins who may read every field of the record.
import type { EventPayload, VisibleEvent } from '#query-handling/timeline/redact-event.js';
import { isHidden } from '#query-handling/visibility/visible-records.js';
import type { Translate } from '#views/messages/translate.js';
import { formatUnreadable } from '#views/parts/display-value.js';
import type { TimelineItem } from '#views/view-models/timeline-item.js';
import { excerptText } from './describe-event-members.js';
import type { TimelineContext } from './timeline-context.js';

const TYPES: ReadonlySet<string> = new Set(['record.call-answered', 'record.call-given-up']);

/** Members with the same readers; one is in each of these events, whatever was sent. */
const HIDDEN_TOGETHER = ['sent', 'answer', 'set', 'shownTo'] as const;

export function presentCallExchange(
  { type, data }: Pick<VisibleEvent, 'type' | 'data'>,
  context: TimelineContext,
): Pick<TimelineItem, 'exchange'> {
  if (!context.raw || !TYPES.has(type)) return {};
  const payload = isHidden(data) ? undefined : ((data ?? {}) as EventPayload);
  if (!payload || HIDDEN_TOGETHER.some((member) => isHidden(payload[member]))) return { exchange: 'hidden' };
  const [sent, answer] = [formatSent(payload['sent'], context.t), formatText(payload['answer'], context.t)];
  if (sent === undefined && answer === undefined) return {};
  const status = payload['status'];
  return {
    exchange: {
      ...(sent !== undefined && { sent: excerptText(sent, context) }),
      ...(answer !== undefined && { answer: excerptText(answer, context) }),
      ...(typeof status === 'number' && { status }),
    },
  };
}

function formatSent(sent: unknown, t: Translate): string | undefined {
  const unreadable = formatUnreadable(sent, t);
  if (unreadable !== undefined || typeof sent !== 'object' || sent === null) return unreadable;
  const { method, address, body, to, subject, text } = sent as EventPayload;
  if (typeof method === 'string' && typeof address === 'string')
    return joinParts(`${method} ${address}`, body === undefined ? '' : formatJson(body));
  if (to !== undefined && typeof subject === 'string' && typeof text === 'string')
    return joinParts([...listAddresses(to), subject].join('\n'), text);
  return formatJson(sent);
}

/** For admins only. */
const listAddresses = (to: unknown): readonly string[] =>
  Array.isArray(to) ? [to.map(String).join(', ')] : [];

/** null: a mail, or an answer without text. */
const formatText = (answer: unknown, t: Translate): string | undefined =>
  typeof answer === 'string' ? answer : formatUnreadable(answer, t);

const joinParts = (head: string, rest: string): string => (rest === '' ? head : `${head}\n\n${rest}`);

const formatJson = (value: unknown): string => JSON.stringify(value, null, 2);
