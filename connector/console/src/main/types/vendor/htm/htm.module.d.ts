export { default } from '../../../../../target/types/node_modules/htm/dist/htm';
