// Views of a list above it; saving and deleting are forms, which work without scripts.
import { HiddenInputs } from '../controls/hidden-inputs.js';
import { IconRemove } from '../icons.js';
import { useMessages } from '../messages/use-messages.js';
import type { SavedViews as Props } from '../view-models/list.js';

export function SavedViews({ all, links, save }: Props) {
  const t = useMessages();
  const isSaved = all.isCurrent || links.some(({ isCurrent }) => isCurrent);
  if (links.length === 0 && isSaved) return null;
  return (
    <nav className="db-views" aria-label={t('views.views')}>
      {links.length > 0 && (
        <a className="db-view" href={all.href} aria-current={all.isCurrent ? 'page' : undefined}>
          {t('views.all')}
        </a>
      )}
      {links.map((view) => (
        <ViewLink key={view.id} view={view} />
      ))}
      {!isSaved && <SaveView save={save} />}
    </nav>
  );
}

function ViewLink({ view: { name, href, isCurrent, shared, deletion } }: { view: Props['links'][number] }) {
  const t = useMessages();
  return (
    <span className="db-view-link">
      <a className="db-view" href={href} aria-current={isCurrent ? 'page' : undefined}>
        {name}
        {shared && <span className="visually-hidden"> ({t('views.shared')})</span>}
      </a>
      {isCurrent && deletion && (
        <form method="post" action={deletion.action}>
          <HiddenInputs values={{ commandId: deletion.commandId, back: deletion.back }} />
          <button className="btn btn-sm btn-link" type="submit" aria-label={t('views.delete', { name })}>
            <IconRemove size={14} aria-hidden />
          </button>
        </form>
      )}
    </span>
  );
}

function SaveView({ save: { action, commandId, application, screen, query } }: Pick<Props, 'save'>) {
  const t = useMessages();
  return (
    <details className="db-filter" id="save-view">
      <summary className="btn btn-sm">{t('views.save')}</summary>
      <form className="db-filter-panel db-save-view" method="post" action={action}>
        <HiddenInputs values={{ commandId, application, screen, query }} />
        <label className="form-label" htmlFor="view-name">
          {t('views.name')}
        </label>
        <input
          className="form-control"
          id="view-name"
          name="name"
          required
          maxLength={MAX_NAME}
          autoComplete="off"
        />
        <label className="form-check">
          <input className="form-check-input" type="checkbox" name="shared" value="yes" />
          <span className="form-check-label">{t('views.share')}</span>
        </label>
        <button className="btn btn-primary" type="submit">
          {t('views.save')}
        </button>
      </form>
    </details>
  );
}

const MAX_NAME = 60;
