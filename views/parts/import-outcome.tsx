import type { Formats } from '../format.js';
import type { ApplicationImportPage } from '../view-models/archive.js';
import { useMessages } from '../messages/use-messages.js';
import { Fact } from './import-facts.js';

interface Props {
  readonly outcome: NonNullable<ApplicationImportPage['outcome']>;
  readonly name: string;
  readonly formats: Formats;
}

export function ImportOutcome({ outcome, name, formats }: Props) {
  const t = useMessages();
  const { already, events, newPeople, timers, calls } = outcome;
  return (
    <>
      <div className="alert alert-success" role="status">
        {t(already ? 'archive.already' : 'archive.outcome', { name })}
      </div>
      {!already && (
        <dl className="card db-facts">
          <Fact title={t('archive.outcomeEvents')}>{formats.count(events)}</Fact>
          <Fact title={t('archive.outcomeNewPeople')}>{formats.count(newPeople)}</Fact>
          <Fact title={t('archive.outcomeTimers')}>{formats.count(timers)}</Fact>
          <Fact title={t('archive.outcomeCalls')}>{formats.count(calls)}</Fact>
        </dl>
      )}
      <section className="card db-form mt-3" aria-labelledby="next">
        <div className="card-body">
          <h2 id="next" className="db-section-title m-0">
            {t('archive.next')}
          </h2>
          <ul className="mb-0">
            <li>
              <a href={outcome.application}>{t('archive.openApplication', { name })}</a>
            </li>
            <li>
              <a href={outcome.specification}>{t('archive.openSpecification')}</a>
            </li>
            <li>
              <a href={outcome.roles}>{t('archive.giveRoles')}</a>
            </li>
            {calls > 0 && (
              <li>
                <a href={outcome.withheldCalls}>{t('archive.openCalls')}</a>
              </li>
            )}
            <li>
              <a href={outcome.history}>{t('archive.openHistory')}</a>
            </li>
          </ul>
        </div>
      </section>
    </>
  );
}
