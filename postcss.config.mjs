import { fileURLToPath } from "node:url";

const onlyElements = fileURLToPath(new URL("scripts/only-elements.mjs", import.meta.url));
export default { plugins: { "@tailwindcss/postcss": {}, [onlyElements]: {} } };
