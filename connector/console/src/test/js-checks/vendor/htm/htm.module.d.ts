export { default } from '../../../../../target/js-checks/node_modules/htm/dist/htm';
