import { SEARCH_PATH } from '../addresses.js';
import { IconSearch } from '../icons.js';
import { useMessages } from '../messages/use-messages.js';

export function SearchBox({ text, hasSingleKeys }: { text: string | undefined; hasSingleKeys: boolean }) {
  const t = useMessages();
  return (
    <form
      className="db-search db-search-all"
      method="get"
      action={SEARCH_PATH}
      role="search"
      aria-label={t('frame.allApplications')}
    >
      <IconSearch size={16} aria-hidden />
      <input
        className="form-control"
        type="search"
        name="q"
        aria-label={t('frame.searchAll')}
        placeholder={t('frame.search')}
        defaultValue={text}
        autoComplete="off"
        maxLength={200}
        aria-keyshortcuts={hasSingleKeys ? '/ Control+K Meta+K' : 'Control+K Meta+K'}
        data-search=""
        data-single-keys={hasSingleKeys ? undefined : 'off'}
      />
    </form>
  );
}
