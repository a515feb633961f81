import { Card } from '@/components/card';
import { Checkbox, PasswordField, SelectField, TextArea, TextField } from '@/components/field';

/** The inputs: empty, hinted, wrong, fixed and closed. */
export function Fields() {
  return (
    <section>
      <h2 className="mb-4 text-2xl">Fields</h2>
      <Card className="grid gap-5 p-5 sm:grid-cols-2">
        <TextField label="Text" placeholder="Placeholder" />
        <TextField label="With a hint" hint="What it is good for." optional />
        <TextField label="With an error" defaultValue="12" error="Phone must be a valid number" />
        <TextField label="Read only" value="Cannot be changed" readOnly />
        <TextField label="Disabled" disabled />
        <PasswordField label="Password" autoComplete="current-password" defaultValue="secret" />
        <SelectField
          label="Choice"
          defaultValue="b"
          options={[
            ['a', 'The first'],
            ['b', 'The second'],
          ]}
        />
        <SelectField label="Choice with an error" error="Host is required" placeholder="None yet" />
        <TextArea label="Long text" defaultValue="More than one line." />
        <TextArea label="Long text with an error" error="Description is required" />
        <Checkbox label="A checkbox" />
        <Checkbox label="A checked one" defaultChecked />
      </Card>
    </section>
  );
}
