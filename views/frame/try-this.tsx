import { DEMO_SIGN_IN_PATH, HOME_PATH } from '../addresses.js';
import { HiddenInputs } from '../controls/hidden-inputs.js';
import { IconCheck } from '../icons.js';
import { useMessages } from '../messages/use-messages.js';
import type { LayoutProps } from '../view-models/frame.js';

type Step = NonNullable<LayoutProps['tryThis']>[number];

export function TryThis({ steps }: { readonly steps: readonly Step[] }) {
  const t = useMessages();
  return (
    <section className="card db-try" aria-labelledby="try-this">
      <div className="card-body">
        {/* Precedes the heading, to avoid a gap in heading levels. */}
        <p className="db-try-title" id="try-this">
          {t('frame.tryThis')}
        </p>
        <ol>
          {steps.map((step) => (
            <li key={step.id} className={step.isDone ? 'db-try-done' : undefined}>
              <Tick step={step} />
              <span>
                <b>{t('frame.stepAs', { step: step.title, name: step.name })}</b>
                <span className="form-hint">{step.what}</span>
              </span>
              {step.isViewer && step.begins !== HOME_PATH && (
                <a className="btn btn-sm" href={step.begins}>
                  {t('frame.beginStep')}
                </a>
              )}
              {!step.isViewer && (
                <form method="post" action={DEMO_SIGN_IN_PATH} data-ends="">
                  <HiddenInputs values={{ person: step.id, next: step.begins }} />
                  <button className="btn btn-sm" type="submit">
                    {t('frame.goOnAs', { name: step.name })}
                  </button>
                </form>
              )}
            </li>
          ))}
        </ol>
        {isTourOver(steps) && <p className="form-hint">{t('frame.tourOver')}</p>}
      </div>
    </section>
  );
}

export const isTourOver = (steps: readonly Step[]): boolean => steps.every(({ isDone }) => isDone);

function Tick({ step: { isDone } }: { readonly step: Step }) {
  const t = useMessages();
  return (
    <span className={isDone ? 'db-tick db-ticked' : 'db-tick db-to-do'}>
      {isDone && <IconCheck size={14} aria-hidden />}
      <span className="visually-hidden">{isDone ? t('frame.done') : t('frame.toDo')}</span>
    </span>
  );
}
