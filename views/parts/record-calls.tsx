// What is sent because of a record and did not get through, or whose answer could not be used.
import type { Formats } from '../format.js';
import { useMessages } from '../messages/use-messages.js';
import type { RecordPage } from '../view-models/record.js';
import { RefusalList } from './refusals.js';
import { When } from './when.js';

export function RecordCalls({ calls, formats }: Pick<RecordPage, 'calls'> & { formats: Formats }) {
  const t = useMessages();
  return (
    <div className="alert alert-warning db-record-calls">
      <ul className="db-refusals">
        {calls.map(({ what, why, again, refusals }, index) => (
          <li key={index}>
            {what}
            {why !== undefined && ` ${why}`}
            {again !== undefined && ' '}
            {again !== undefined && t.rich('record.callAgain', { at: <When at={again} formats={formats} /> })}
            {refusals.length > 0 && <RefusalList refusals={refusals} />}
          </li>
        ))}
      </ul>
    </div>
  );
}
