// Page: timeline.
import { Document } from '../document.js';
import { type TimelinePage as Props } from '../view-models.js';

export function TimelinePage(props: Props) {
  return (
    <Document frame={props.frame}>
      <h1>{props.frame.title}</h1>
    </Document>
  );
}
