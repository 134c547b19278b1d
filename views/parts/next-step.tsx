// One sentence under a record's title: where it stands, and what it needs to get on.
import type { NextStep, RecordPage } from '../view-models/record.js';
import type { Formats } from '../format.js';
import { When } from './when.js';
import { useMessages } from '../messages/use-messages.js';

interface Props extends Pick<RecordPage, 'state' | 'next'> {
  readonly formats: Formats;
}

export function NextStepLine({ state, next, formats }: Props) {
  const words = next && wordsOf(next, { ...state, formats });
  return words ? <p className="db-next-step">{words}</p> : null;
}

interface StepContext extends Pick<RecordPage['state'], 'title' | 'tone'> {
  readonly formats: Formats;
}

export function wordsOf(next: NextStep, { title, tone, formats }: StepContext) {
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
          {t('record.beforeYouCan', { state: title, action: next.action })}{' '}
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
      return next.sentence;
    case 'retrying': {
      const { call, again, name, actions } = next;
      return t.rich('record.retrying', {
        ...{ call, name, actions },
        at: <When at={again} formats={formats} />,
      });
    }
    case 'refused':
      return refusedWords(next);
  }
}

function refusedWords({ action, by, actions, isForViewer }: Extract<NextStep, { kind: 'refused' }>) {
  const t = useMessages();
  const who = { action, isOwn: String(by === undefined), people: by ?? '' };
  if (actions.length === 0) return t('record.refusedStep', who);
  const words = inWords(actions);
  return t.rich('record.refusedStepNext', {
    ...who,
    actions: isForViewer ? <a href="#actions">{words}</a> : words,
  });
}

const inWords = (titles: readonly string[]): string =>
  new Intl.ListFormat(useMessages().language, { type: 'disjunction' }).format(titles);
