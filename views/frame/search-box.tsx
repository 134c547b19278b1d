// The search in the header of every page.
import { SEARCH } from '../addresses.js';
import { IconSearch } from '../icons.js';

/** Over all applications. The island of the same name suggests while one types. */
export function SearchBox({ text }: { text: string | undefined }) {
  return (
    <form
      className="db-search db-search-all"
      method="get"
      action={SEARCH}
      role="search"
      aria-label="All applications"
    >
      <IconSearch size={16} aria-hidden />
      <input
        className="form-control"
        type="search"
        name="q"
        aria-label="Search all applications"
        placeholder="Search"
        defaultValue={text}
        autoComplete="off"
        maxLength={200}
        aria-keyshortcuts="/ Control+K Meta+K"
        data-search=""
      />
    </form>
  );
}
