// How many of a part's rows are shown, and the way to all of them.
import type { Formats } from '../format.js';
import { useMessages } from '../messages/use-messages.js';
import type { LeftOut } from '../view-models/home.js';

export function ShownOf({ left, formats }: { readonly left: LeftOut; readonly formats: Formats }) {
  const t = useMessages();
  const count = `${formats.count(left.count)}${left.isMore ? '+' : ''}`;
  return t.rich('changes.shownOf', {
    shown: formats.count(left.shown),
    count,
    link: (words) => <a href={left.href}>{words}</a>,
  });
}
