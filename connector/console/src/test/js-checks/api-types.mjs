/**
 * Writes the types of what the API takes and answers, as `Api.` and the name of the schema. Arguments: the description
 * of the API, the file for the result.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const [description, result] = process.argv.slice(2);

function object({ properties, required = [], additionalProperties }) {
  if (!properties) {
    return `Record<string, ${additionalProperties ? type(additionalProperties) : 'unknown'}>`;
  }
  const members = Object.entries(properties).map(([name, schema]) =>
    `${comment(schema)}${name}${required.includes(name) ? '' : '?'}: ${type(schema)};`);
  return `{\n${members.join('\n')}\n}`;
}

function present(schema) {
  if (schema.$ref) {
    return schema.$ref.split('/').pop();
  }
  if (schema.allOf ?? schema.oneOf) {
    return (schema.allOf ?? schema.oneOf).map(type).join(schema.allOf ? ' & ' : ' | ');
  }
  if (schema.enum) {
    return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  }
  switch (schema.type) {
    case 'object':
      return object(schema);
    case 'array':
      return `(${type(schema.items)})[]`;
    case 'integer':
      return 'number';
    case 'number':
    case 'string':
    case 'boolean':
      return schema.type;
    default:
      throw new Error(`no type for ${JSON.stringify(schema)}`);
  }
}

const type = (schema) => `${present(schema)}${schema.nullable ? ' | null' : ''}`;
const comment = (schema) => (schema.description ? `/** ${schema.description.replaceAll('*/', '* /')} */\n` : '');

const { schemas } = JSON.parse(readFileSync(description, 'utf8')).components;
const types = Object.entries(schemas).map(([name, schema]) => `${comment(schema)}type ${name} = ${type(schema)};`);
writeFileSync(result, `declare namespace Api {\n${types.join('\n')}\n}\n`);
