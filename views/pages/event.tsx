// Page: event.
import { Document } from '../document.js';
import { type EventPage as Props } from '../view-models.js';

export function EventPage(props: Props) {
  return (
    <Document frame={props.frame}>
      <h1>{props.frame.title}</h1>
    </Document>
  );
}
