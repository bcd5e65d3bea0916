def server = request.getProperties().get("server")
if (!(server in ["liberty", "wildfly"])) {
    throw new IllegalArgumentException("server is \"" + server + "\"; allowed: liberty, wildfly")
}
File project = new File(request.outputDirectory, request.artifactId)
new File(project, "mvnw").setExecutable(true)
if (server != "liberty") {
    new File(project, "src/main/liberty").deleteDir()
}
