// Page: form.
import { Document } from '../document.js';
import { type FormPage as Props } from '../view-models.js';

export function FormPage(props: Props) {
  return (
    <Document frame={props.frame}>
      <h1>{props.frame.title}</h1>
    </Document>
  );
}
