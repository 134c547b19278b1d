// A small application everybody who is signed in may use: records with a number, and nothing else to get wrong.
export const NOTES = `# Specification: notes

## 1. What the product does and for whom
\`\`\`yaml
key: notes
name: Notes
timeZone: Europe/Berlin
\`\`\`
## 2. Screens and routes
not shown.
## 3. Entities and their fields
\`\`\`yaml
entities:
  Note:
    number: "N-{year}-{seq:4}"
    title: "{title}"
    fields:
      title: { type: text, required: true, max: 120 }
      text: { type: text, multiline: true, max: 20000 }
\`\`\`
## 4. States and transitions
not shown.
## 5. Validation rules
not shown.
## 6. Roles and permissions
not shown.
## 7. The calls it makes
not shown.
## 8. The error catalogue
not shown.
## 9. Business constants and limits
\`\`\`yaml
limits: { opensPerUserPerDay: 100000 }
\`\`\`
`;
