// What somebody did, as the sentence that goes on after their name.
import type { TimelineItem } from '#views/view-models/timeline-item.js';
import type { EventType, EventVocabulary } from '#domain/event.js';
import { INSTALLATION } from '#domain/user/user-events.js';
import type { EventPayload } from '#query-handling/timeline/redact-event.js';
import type { EventWords, Word } from '#query-handling/timeline/event-words.js';
import { personName } from './person-names.js';
import type { TimelineContext } from './timeline-context.js';

export function tellVerb(
  { did, told }: EventType,
  words: EventWords,
  data: EventPayload,
  context: TimelineContext,
): Pick<TimelineItem, 'verb' | 'verbNow' | 'quoted' | 'takesObject' | 'joined'> {
  const { vocabulary, mentioned } = sentenceWords(words, context);
  const verb = told?.(data, vocabulary) ?? did;
  const [verbNow] = mentioned.flatMap(({ now }) => now ?? []);
  return {
    ...verbOf(verb),
    ...(verbNow !== undefined && { verbNow }),
  };
}

function verbOf(
  told: string | ReturnType<NonNullable<EventType['told']>>,
): Pick<TimelineItem, 'verb' | 'quoted' | 'takesObject' | 'joined'> {
  if (typeof told === 'string') return { verb: told };
  if ('quoted' in told) return { verb: told.quoted, quoted: true };
  // Several words have their object already.
  return /\s/.test(told.done) ? { verb: told.done, joined: ': ' } : { verb: told.done, takesObject: true };
}

/** `mentioned`: what the sentence has named, to say beside it what it is called now. */
function sentenceWords(
  words: EventWords,
  { names, places, t }: TimelineContext,
): { readonly vocabulary: EventVocabulary; readonly mentioned: readonly Word[] } {
  const mentioned: Word[] = [];
  const mention = (word: Word): string => {
    mentioned.push(word);
    return word.title;
  };
  const vocabulary: EventVocabulary = {
    person: (id) => personName(names, id, t),
    action: (key) => mention(words.action(key)),
    done: (key) => words.done(key),
    timer: (key) => mention(words.timer(key)),
    state: (key) => mention(words.state(key)),
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
