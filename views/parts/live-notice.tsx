/** Says what changed since the page was made; another filter has another address. */
export function LiveNotice({ live }: { readonly live: string | undefined }) {
  return (
    <div data-swap="live">
      {live !== undefined && <div data-live={live} data-version="0" role="status" />}
    </div>
  );
}
