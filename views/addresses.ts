// Addresses of the installation's own pages, as the frame links to them.
export const HOME = '/';
/** Title of the first page, and of the ways to it. */

/** Parameter of a page of what waits: the part that is shown whole. */
export const WHOLE_PART = 'all';
export type WholePart = 'others' | 'changes';
/** Records that others have changed. */
export const CHANGES = '/-/changes';
export const CHANGES_READ = `${CHANGES}/read`;
export const TIMELINE = '/-/timeline';
export const PEOPLE = '/-/people';
export const CALLS = '/-/calls';
/** `?q=`: a search over all applications. */
export const SEARCH = '/-/search';
export const STATUS = '/-/status';
export const PROJECTIONS = '/-/status/read-models';
export const SIGN_IN = '/-/sign-in';
export const DEMO_SIGN_IN = '/-/sign-in/demo';
export const DEPUTIES = '/-/deputies';
export const NOTICES = '/-/notices';
export const ACCOUNT = '/-/account';
export const SIGN_OUT = '/-/sign-out';
export const APPEARANCE = '/-/appearance';
export const FAVICON = '/assets/favicon.svg';
/** Where there is no build yet; otherwise the frame's islands name the hashed file. */
export const STYLES = '/assets/daybook.css';
/** Parameter of a list's address: `me` leaves in what waits for the approval of whoever looks. No field can have a name with a hyphen. */
export const WAITS_FOR = 'waits-for';
/** Parameter of a list's address that its filter form adds: numbers in it are as people type them, in the locale that it names. */
export const TYPED = 'as-typed';
/** Input of a form or parameter of an address: what is searched for among the choices of an input, as `_find.supplier`. Its button is called `_find`. No field begins so. */
export const FIND = '_find';
/** Hidden input of a form: what was searched for when the page was made. */
export const FOUND = '_found';

/** Behind the name of a moment: how long ago it has to be. `stateSince.longerThan=3` */
export const LONGER_THAN = 'longerThan';
