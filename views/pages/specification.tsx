// Page: specification.
import { Document } from '../document.js';
import { type SpecificationPage as Props } from '../view-models.js';

export function SpecificationPage(props: Props) {
  return (
    <Document frame={props.frame}>
      <h1>{props.frame.title}</h1>
    </Document>
  );
}
