// One sentence under a record's title: where it stands, and what it needs to get on.
import type { RecordPage } from '../view-models/record.js';
import { useMessages } from '../messages/use-messages.js';

export function NextStepLine({ state, next }: Pick<RecordPage, 'state' | 'next'>) {
  const words = next && wordsOf(next, state);
  return words ? <p className="db-next-step">{words}</p> : null;
}

function wordsOf(next: NonNullable<RecordPage['next']>, { title, tone }: RecordPage['state']) {
  const t = useMessages();
  switch (next.kind) {
    case 'ended':
      return undefined;
    case 'ready':
      return (
        <>
          {t.rich('record.next', {
            state: tone === 'waiting' ? t('home.title') : title,
            actions: <a href="#actions">{inWords(next.actions)}</a>,
          })}
        </>
      );
    case 'lacking':
      return (
        <>
          {t('record.beforeYouCan', { state: title, action: inSentence(next.action) })}{' '}
          {next.steps.map(({ text, href }, index) => (
            <span key={text}>
              {index > 0 && ' · '}
              {href === undefined ? text : <a href={href}>{text}</a>}
            </span>
          ))}
        </>
      );
    case 'conditional':
      return t('record.nextIf', { state: title, action: next.action, condition: next.condition });
    case 'waiting':
      return t('home.waitingFor', { name: next.for });
  }
}

const inWords = (titles: readonly string[]): string =>
  new Intl.ListFormat(useMessages().language, { type: 'disjunction' }).format(titles);

/** Abbreviations stay as they are. */
const inSentence = (title: string): string =>
  /^\p{Lu}\p{Lu}/u.test(title) ? title : title.charAt(0).toLowerCase() + title.slice(1);
