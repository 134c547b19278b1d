import type { Formats } from '../format.js';
import { useMessages } from '../messages/use-messages.js';
import type { RemainingRows } from '../view-models/home.js';

export function ShownCount({ left, formats }: { readonly left: RemainingRows; readonly formats: Formats }) {
  const t = useMessages();
  const count = `${formats.count(left.count)}${left.isMore ? '+' : ''}`;
  return t.rich('changes.shownOf', {
    shown: formats.count(left.shown),
    count,
    link: (words) => <a href={left.href}>{words}</a>,
  });
}
