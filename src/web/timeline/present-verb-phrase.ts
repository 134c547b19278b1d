// The part of a sentence after the actor's name.
import type { TimelineItem } from '#views/view-models/timeline-item.js';
import type { EventType, EventVocabulary } from '#domain/event.js';
import { INSTALLATION } from '#domain/user/user-events.js';
import type { EventPayload } from '#query-handling/timeline/redact-event.js';
import type { EventWords, NameThenAndNow } from '#query-handling/timeline/event-wording.js';
import { formatUntypedConstant } from '#specification/cel/format-constant.js';
import { formatParameter } from '#specification/refusal-words/phrases.js';
import { createFormats } from '#views/format.js';
import { parseSingleUnitDuration } from '../display/present-overdue.js';
import { displayPersonName } from '../display/person-names.js';
import type { Translate } from '#views/messages/translate.js';
import type { TimelineContext } from './timeline-context.js';

export function presentVerbPhrase(
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
  // Phrases of several words include their object.
  return /\s/.test(described.done)
    ? { verb: described.done, joined: ': ' }
    : { verb: described.done, takesObject: true };
}

/** `mentioned`: names in the sentence whose current form is added. */
function sentenceWords(
  words: EventWords,
  /** undefined: Daybook acted. */ who: string | undefined,
  { names, links, t }: TimelineContext,
): { readonly vocabulary: EventVocabulary; readonly mentioned: readonly NameThenAndNow[] } {
  const formats = createFormats(t.language, 'UTC');
  const mentioned: NameThenAndNow[] = [];
  const mention = (word: NameThenAndNow): string => {
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
      const span = parseSingleUnitDuration(iso);
      return span ? formats.span(span) : iso;
    },
    role: (application, key) => {
      const role = links.role(application, key) ?? key;
      if (application === INSTALLATION) return t('timeline.role', { role });
      return t('timeline.roleIn', {
        role,
        application: links.application(application)?.name ?? application,
      });
    },
  };
  return { vocabulary, mentioned };
}

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
