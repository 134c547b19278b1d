import { useMessages } from '../messages/use-messages.js';
import type { ListPage, SelectionAction } from '../view-models/list.js';

/** Others are collapsed. */
const SHOWN_ACTIONS = 4;

/** Shown by CSS `:has()` once a row is ticked. */
export function SelectionBar({ selection: { actions, sort }, path }: Pick<ListPage, 'selection' | 'path'>) {
  const t = useMessages();
  const [shown, folded] = [actions.slice(0, SHOWN_ACTIONS), actions.slice(SHOWN_ACTIONS)];
  const button = ({ href, title }: SelectionAction) => (
    <button key={href} className="btn" type="submit" formAction={href}>
      {title}
    </button>
  );
  return (
    <div className="db-selection" role="group" aria-label={t('list.withSelected')}>
      {sort !== undefined && <input type="hidden" name="sort" value={sort} />}
      <span className="db-selection-words">{t('list.withSelected')}</span>
      {shown.map(button)}
      {folded.length > 0 && (
        <details className="db-filter">
          <summary className="btn">{t('list.moreActions')}</summary>
          <div className="db-filter-panel db-boxes">{folded.map(button)}</div>
        </details>
      )}
      <button className="btn" type="submit" formAction={`${path}.csv`}>
        CSV
      </button>
    </div>
  );
}
