// Page: status.
import { Document } from '../document.js';
import { type StatusPage as Props } from '../view-models.js';

export function StatusPage(props: Props) {
  return (
    <Document frame={props.frame}>
      <h1>{props.frame.title}</h1>
    </Document>
  );
}
