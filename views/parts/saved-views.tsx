// Views of a list above it; saving and deleting are forms, which work without scripts.
import { HiddenInputs } from '../controls/hidden-inputs.js';
import { IconRemove } from '../icons.js';
import { useMessages } from '../messages/use-messages.js';
import type { SavedViews as Props } from '../view-models/list.js';

export function SavedViews({ all, links, save }: Props) {
  const t = useMessages();
  const current = links.find(({ isCurrent }) => isCurrent);
  const isSaved = current ? !current.isIncomplete : all.isCurrent;
  const folded = links.filter(({ isFolded, isCurrent }) => isFolded && !isCurrent);
  if (links.length === 0 && isSaved) return null;
  return (
    <nav className="db-views" aria-label={t('views.views')}>
      {links.length > 0 && (
        <a className="db-view" href={all.href} aria-current={all.isCurrent && !current ? 'page' : undefined}>
          {t('views.all')}
        </a>
      )}
      {links
        .filter((view) => !folded.includes(view))
        .map((view) => (
          <ViewLink key={view.id} view={view} />
        ))}
      {folded.length > 0 && (
        <details className="db-filter" id="more-views">
          <summary className="btn btn-sm">{t('views.more', { count: folded.length })}</summary>
          <div className="db-filter-panel db-more-views">
            {folded.map((view) => (
              <ViewLink key={view.id} view={view} />
            ))}
          </div>
        </details>
      )}
      {current?.isIncomplete && (
        <p className="db-note" role="status">
          {t('views.incomplete', { name: current.name })}
        </p>
      )}
      {!isSaved && <SaveView save={save} name={current?.name} />}
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
      {deletion && (isCurrent || deletion.person !== undefined) && (
        <form method="post" action={deletion.action}>
          <HiddenInputs
            values={{
              commandId: deletion.commandId,
              back: deletion.back,
              ...(deletion.person !== undefined && { person: deletion.person }),
            }}
          />
          <button className="btn btn-sm btn-link" type="submit" aria-label={t('views.delete', { name })}>
            <IconRemove size={14} aria-hidden />
          </button>
        </form>
      )}
    </span>
  );
}

function SaveView({
  save: { action, commandId, application, screen, query },
  name,
}: Pick<Props, 'save'> & { readonly name: string | undefined }) {
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
          defaultValue={name}
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
