// The part of an event's sentence that follows the actor's name.
import type { TimelineItem } from '#views/view-models/timeline-item.js';
import type { EventType, EventVocabulary } from '#domain/event.js';
import { INSTALLATION } from '#domain/user/user-events.js';
import type { EventPayload } from '#query-handling/timeline/redact-event.js';
import type { EventWords, Word } from '#query-handling/timeline/event-wording.js';
import { formatUntypedConstant } from '#specification/cel/format-constant.js';
import { formatParameter } from '#specification/refusal-words/message-parameters.js';
import { formatsFor } from '#views/format.js';
import { parseTimeSpan } from '../display/present-overdue.js';
import { displayPersonName } from '../display/person-names.js';
import type { Translate } from '#views/messages/translate.js';
import type { TimelineContext } from './timeline-context.js';

export function presentVerb(
  { verbPhrase, describe }: EventType,
  { words, who }: { readonly words: EventWords; readonly who: string | undefined },
  data: EventPayload,
  context: TimelineContext,
): Pick<TimelineItem, 'verb' | 'verbNow' | 'quoted' | 'takesObject' | 'isSentence' | 'joined'> {
  const { vocabulary, mentioned } = sentenceWords(words, who, context);
  const verb = describe?.(data, vocabulary) ?? verbPhrase;
  const [verbNow] = mentioned.flatMap(({ now }) => now ?? []);
  return {
    ...verbOf(verb),
    ...(verbNow !== undefined && { verbNow }),
  };
}

function verbOf(
  described: string | ReturnType<NonNullable<EventType['describe']>>,
): Pick<TimelineItem, 'verb' | 'quoted' | 'takesObject' | 'isSentence' | 'joined'> {
  if (typeof described === 'string') return { verb: described };
  if ('sentence' in described) return { verb: described.sentence, isSentence: true, joined: ': ' };
  if ('quoted' in described) return { verb: described.quoted, quoted: true };
  // Several words have their object already.
  return /\s/.test(described.done)
    ? { verb: described.done, joined: ': ' }
    : { verb: described.done, takesObject: true };
}

/** `mentioned`: what the sentence has named, to say beside it what it is called now. */
function sentenceWords(
  words: EventWords,
  /** undefined: Daybook acted. */ who: string | undefined,
  { names, places, t }: TimelineContext,
): { readonly vocabulary: EventVocabulary; readonly mentioned: readonly Word[] } {
  const formats = formatsFor(t.language, 'UTC');
  const mentioned: Word[] = [];
  const mention = (word: Word): string => {
    mentioned.push(word);
    return word.title;
  };
  const vocabulary: EventVocabulary = {
    person: (id) => displayPersonName(names, id, t),
    action: (key) => mention(words.action(key)),
    done: (key) => words.done(key),
    timer: (key) => mention(words.timer(key)),
    state: (key) => mention(words.state(key)),
    call: (key) => {
      const { isNamed, ...word } = words.call(key);
      const title = mention(word);
      return isNamed ? t('page.quoted', { text: title }) : title;
    },
    cause: (call) => (who === undefined ? undefined : causeOf(words, { call, who }, t)),
    constant: (key) => mention(words.constant(key)),
    constantValue: (text) =>
      formatParameter(
        formatUntypedConstant(String(text), { locale: t.language, timeZone: 'UTC' }),
        t.language,
      ),
    day: (iso) => formats.date(iso),
    duration: (iso) => {
      const span = parseTimeSpan(iso);
      return span ? formats.span(span) : iso;
    },
    role: (application, key) => {
      const role = places.role(application, key) ?? key;
      if (application === INSTALLATION) return t('timeline.role', { role });
      return t('timeline.roleIn', {
        role,
        application: places.application(application)?.name ?? application,
      });
    },
  };
  return { vocabulary, mentioned };
}

/** What made a call, in the words of the version. */
function causeOf(
  words: EventWords,
  { call, who }: { readonly call: string; readonly who: string },
  t: Translate,
): string | undefined {
  const action = words.madeBy(call);
  if (action === undefined) return undefined;
  if (action === 'open') return t('timeline.causeOpened', { who });
  const done = words.done(action);
  if (done === undefined) return t('timeline.causeAction', { who, action: words.action(action).title });
  return t('timeline.causeDone', { who, done });
}
