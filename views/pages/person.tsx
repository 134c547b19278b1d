// Page: person.
import { Document } from '../document.js';
import { type PersonPage as Props } from '../view-models.js';

export function PersonPage(props: Props) {
  return (
    <Document frame={props.frame}>
      <h1>{props.frame.title}</h1>
    </Document>
  );
}
