// Page: register.
import { Document } from '../document.js';
import { type RegisterPage as Props } from '../view-models.js';

export function RegisterPage(props: Props) {
  return (
    <Document frame={props.frame}>
      <h1>{props.frame.title}</h1>
    </Document>
  );
}
