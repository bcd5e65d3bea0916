package main

import (
	"encoding/json"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"
)

// messages holds the message types received so far.
type messages struct {
	files *protoregistry.Files
}

type describeRequest struct {
	// Files is an encoded FileDescriptorSet.
	Files []byte `json:"files"`
}

func (m *messages) describe(request describeRequest) (any, error) {
	var set descriptorpb.FileDescriptorSet
	if err := proto.Unmarshal(request.Files, &set); err != nil {
		return nil, err
	}
	files, err := protodesc.NewFiles(&set)
	if err != nil {
		return nil, err
	}
	m.files = files
	return files.NumFiles(), nil
}

func (m *messages) empty(name string) (*dynamicpb.Message, error) {
	descriptor, err := m.files.FindDescriptorByName(protoreflect.FullName(name))
	if err != nil {
		return nil, err
	}
	return dynamicpb.NewMessage(descriptor.(protoreflect.MessageDescriptor)), nil
}

type decodeRequest struct {
	Message string `json:"message"`
	Bytes   []byte `json:"bytes"`
}

type decoded struct {
	// Fields are all known fields in protobuf's JSON form, zero values too; null if that form cannot express one of
	// them, as a time before the year 1.
	Fields json.RawMessage `json:"fields"`
	// Unknown are the bytes of the fields that are not known.
	Unknown []byte `json:"unknown"`
	// Encoded is the message written again, map entries in ascending order.
	Encoded []byte `json:"encoded"`
}

func (m *messages) decode(request decodeRequest) (any, error) {
	message, err := m.empty(request.Message)
	if err != nil {
		return nil, err
	}
	if err := proto.Unmarshal(request.Bytes, message); err != nil {
		return nil, err
	}
	fields, err := protojson.MarshalOptions{UseProtoNames: true, EmitUnpopulated: true}.Marshal(message)
	if err != nil {
		fields = nil
	}
	encoded, err := proto.MarshalOptions{Deterministic: true}.Marshal(message)
	if err != nil {
		return nil, err
	}
	return decoded{Fields: fields, Unknown: message.GetUnknown(), Encoded: encoded}, nil
}

type encodeRequest struct {
	Message string `json:"message"`
	// Fields are in protobuf's JSON form; those left out are zero.
	Fields json.RawMessage `json:"fields"`
}

func (m *messages) encode(request encodeRequest) (any, error) {
	message, err := m.empty(request.Message)
	if err != nil {
		return nil, err
	}
	if err := protojson.Unmarshal(request.Fields, message); err != nil {
		return nil, err
	}
	return proto.MarshalOptions{Deterministic: true}.Marshal(message)
}
