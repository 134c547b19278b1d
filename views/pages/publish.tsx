// Page: publish.
import { Document } from '../document.js';
import { type PublishPage as Props } from '../view-models.js';

export function PublishPage(props: Props) {
  return (
    <Document frame={props.frame}>
      <h1>{props.frame.title}</h1>
    </Document>
  );
}
