import { useMessages } from '../messages/use-messages.js';
import type { MomentForm as Props } from '../view-models/past-record.js';

export function MomentForm({ action, day, time = '' }: Props) {
  const t = useMessages();
  return (
    <form className="db-moment" role="search" method="get" action={action}>
      <label htmlFor="moment">{t('past.choose')}</label>
      <input
        className="form-control form-control-sm"
        type="date"
        id="moment"
        name="at"
        defaultValue={day}
        required
      />
      <input
        className="form-control form-control-sm"
        type="time"
        name="time"
        aria-label={t('past.time')}
        defaultValue={time}
      />
      <button className="btn btn-sm" type="submit">
        {t('past.show')}
      </button>
    </form>
  );
}
