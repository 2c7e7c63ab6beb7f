import * as core from 'zod/v4/core';

const compiledSchemas = new WeakMap<core.$ZodType, core.$ZodType>();

/**
 * A schema that accepts and returns the same as this one. The contract's schemas, which browsers load too, look up each
 * field of each object by its name; here objects are compiled to code at their first use, which checks a long reply five
 * times as fast.
 */
export const compiledSchema = <Schema extends core.$ZodType>(schema: Schema): Schema => {
  const compiled = compiledSchemas.get(schema) ?? compile(schema);
  compiledSchemas.set(schema, compiled);
  // It has another class, but the same input and output.
  return compiled as Schema;
};

/** Only what makes a reply long: objects, and what they are within. */
const compile = (schema: core.$ZodType): core.$ZodType => {
  const { def } = (schema as core.$ZodTypes)._zod;
  if (def.type === 'object') return compileObject(def);
  if (def.type === 'array') return new core.$ZodArray({ ...def, element: compiledSchema(def.element) });
  if (def.type === 'nullable') return new core.$ZodNullable({ ...def, innerType: compiledSchema(def.innerType) });
  if (def.type === 'optional') return new core.$ZodOptional({ ...def, innerType: compiledSchema(def.innerType) });
  return schema;
};

/** The fields are compiled when they are needed, since an object may contain itself. */
const compileObject = (def: core.$ZodObjectDef): core.$ZodType => {
  let shape: core.$ZodShape | undefined;
  return new core.$ZodObjectJIT({
    ...def,
    get shape() {
      shape ??= Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, compiledSchema(field)]));
      return shape;
    },
  });
};
