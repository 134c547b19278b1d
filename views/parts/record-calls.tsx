import type { RecordPage } from '../view-models/record.js';
import { RefusalList } from './problem-summary.js';

export function RecordCalls({ calls }: Pick<RecordPage, 'calls'>) {
  return (
    <div className="alert alert-warning db-record-calls">
      <ul className="db-refusals">
        {calls.map(({ what, why, refusals }, index) => (
          <li key={index}>
            {what}
            {why !== undefined && ` ${why}`}
            {refusals.length > 0 && <RefusalList refusals={refusals} />}
          </li>
        ))}
      </ul>
    </div>
  );
}
