// Page: people.
import { Document } from '../document.js';
import { type PeoplePage as Props } from '../view-models.js';

export function PeoplePage(props: Props) {
  return (
    <Document frame={props.frame}>
      <h1>{props.frame.title}</h1>
    </Document>
  );
}
