import type { NextAction, NextStep, RecordPage } from '../view-models/record.js';
import type { Formats } from '../format.js';
import { MAX_NEXT_STEP_ACTIONS } from './next-step-actions.js';
import { Timestamp } from './timestamp.js';
import { useMessages } from '../messages/use-messages.js';

interface Props extends Pick<RecordPage, 'state' | 'next'> {
  readonly formats: Formats;
}

export function NextStepLine({ state, next, formats }: Props) {
  const words = next && formatNextStep(next, { ...state, formats });
  return words ? <p className="db-next-step">{words}</p> : null;
}

interface StepContext extends Pick<RecordPage['state'], 'title' | 'tone'> {
  readonly formats: Formats;
}

export function formatNextStep(next: NextStep, { title, tone, formats }: StepContext) {
  const t = useMessages();
  switch (next.kind) {
    case 'ended':
      return undefined;
    case 'ready':
      return (
        <>
          {t.rich('record.next', {
            state: tone === 'waiting' ? t('home.title') : title,
            actions: <NextActions actions={next.actions} />,
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
        call,
        name,
        actions,
        at: <Timestamp at={again} formats={formats} />,
      });
    }
    case 'refused':
      return refusedWords(next);
  }
}

function refusedWords({ action, by, actions }: Extract<NextStep, { kind: 'refused' }>) {
  const t = useMessages();
  const who = { action, isOwn: String(by === undefined), people: by ?? '' };
  return actions.length === 0
    ? t('record.refusedStep', who)
    : t.rich('record.refusedStepNext', { ...who, actions: <NextActions actions={actions} /> });
}

function NextActions({ actions }: { actions: readonly NextAction[] }) {
  const t = useMessages();
  if (actions.length > MAX_NEXT_STEP_ACTIONS) {
    const words = t('record.oneOfActions', { count: actions.length });
    return actions.some(({ href }) => href !== undefined) ? <a href="#actions">{words}</a> : words;
  }
  const parts = new Intl.ListFormat(t.language, { type: 'disjunction' }).formatToParts(
    actions.map(({ title }) => title),
  );
  return parts.map(({ type, value }, index) => {
    const href = type === 'element' ? actions.find(({ title }) => title === value)?.href : undefined;
    return href === undefined ? (
      value
    ) : (
      <a key={index} href={href}>
        {value}
      </a>
    );
  });
}
