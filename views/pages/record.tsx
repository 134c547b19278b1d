// Page: record.
import { Document } from '../document.js';
import { type RecordPage as Props } from '../view-models.js';

export function RecordPage(props: Props) {
  return (
    <Document frame={props.frame}>
      <h1>{props.frame.title}</h1>
    </Document>
  );
}
